/**
 * Makes a client of an SDK whose constructor looks into the environment, and has no option against some of that
 * (`ANTHROPIC_CUSTOM_HEADERS` and its like even replace the key): of the variables with these prefixes there is nothing to see
 * while it runs, and nothing else runs meanwhile.
 */
export function withoutVariables<T>(prefixes: readonly string[], make: () => T): T {
  const isHidden = (name: string): boolean => prefixes.some((prefix) => name.startsWith(prefix))
  const hidden = Object.entries(process.env).filter(([name]) => isHidden(name))
  for (const [name] of hidden) delete process.env[name]
  try {
    return make()
  } finally {
    Object.assign(process.env, Object.fromEntries(hidden))
  }
}

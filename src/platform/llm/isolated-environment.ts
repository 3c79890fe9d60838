/**
 * Runs a synchronous constructor with the environment variables of some prefixes removed. The SDKs of Anthropic and OpenAI
 * add the headers in `ANTHROPIC_CUSTOM_HEADERS` and `OPENAI_CUSTOM_HEADERS` to every request, where they may even replace
 * the user's key, and have no option to turn that off.
 */
export function withIsolatedEnvironment<T>(prefixes: readonly string[], construct: () => T): T {
  const isHidden = (name: string): boolean => prefixes.some((prefix) => name.startsWith(prefix))
  const hidden = Object.entries(process.env).filter(([name]) => isHidden(name))
  for (const [name] of hidden) delete process.env[name]
  try {
    return construct()
  } finally {
    Object.assign(process.env, Object.fromEntries(hidden))
  }
}

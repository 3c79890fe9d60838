/** The environment variables of the client commands; empty ones count as absent. */
export const environment = {
  url: (): string | undefined => variable('IDEAS_URL'),
  apiKey: (): string | undefined => variable('IDEAS_API_KEY'),
  editor: (): string | undefined => variable('VISUAL') ?? variable('EDITOR'),
  configHome: (): string | undefined => variable('XDG_CONFIG_HOME'),
  dataDir: (): string => variable('DATA_DIR') ?? '.data',
  wantsNoColour: (): boolean => variable('NO_COLOR') !== undefined || variable('TERM') === 'dumb',
} as const

function variable(name: string): string | undefined {
  return process.env[name] || undefined
}

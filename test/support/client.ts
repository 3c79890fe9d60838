import { Agent, fetch, type Dispatcher } from 'undici'

/** A response of the service; `body` is parsed JSON, or text, or undefined if there is none. */
export type Reply = Readonly<{
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  body: any
}>

type Options = Readonly<{
  headers?: Readonly<Record<string, string>>
  raw?: string | Buffer
  signal?: AbortSignal
}>

/** Calls the REST API as one caller; paths are below `/api/v1` unless they are absolute URLs. */
export class Client {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly #agent: Dispatcher

  constructor(origin: string, headers: Readonly<Record<string, string>>, agent: Dispatcher = trusting) {
    this.origin = origin
    this.headers = headers
    this.#agent = agent
  }

  get = async (path: string, options?: Options): Promise<Reply> => this.send('GET', path, undefined, options)
  post = async (path: string, body?: unknown, options?: Options): Promise<Reply> =>
    this.send('POST', path, body, options)
  patch = async (path: string, body?: unknown, options?: Options): Promise<Reply> =>
    this.send('PATCH', path, body, options)
  delete = async (path: string, options?: Options): Promise<Reply> =>
    this.send('DELETE', path, undefined, options)

  /** The same caller with other headers. */
  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.origin, { ...this.headers, ...headers }, this.#agent)
  }

  async send(method: string, path: string, body: unknown, options: Options = {}): Promise<Reply> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(path.startsWith('http') ? path : `${this.origin}/api/v1${path}`, {
      method,
      dispatcher: this.#agent,
      headers: {
        ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...this.headers,
        ...options.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      headers: response.headers as unknown as Headers,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    }
  }
}

/** Accepts the service's self-signed certificate. */
export const trusting = new Agent({ connect: { rejectUnauthorized: false }, connections: 200 })

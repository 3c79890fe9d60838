import type { Route } from './route.ts'

/** A route that programs in browsers may call from any origin: cookies do not count for it. */
export function anyOrigin({ methods, handle, ...route }: Route): Route {
  return {
    ...route,
    methods: [...methods, 'OPTIONS'],
    async handle(ctx) {
      ctx.set('Access-Control-Allow-Origin', '*')
      if (ctx.method !== 'OPTIONS') {
        await handle(ctx)
        return
      }
      ctx.set('Access-Control-Allow-Methods', methods.join(', '))
      ctx.set('Access-Control-Allow-Headers', 'Authorization, Content-Type, MCP-Protocol-Version')
      ctx.set('Access-Control-Max-Age', '3600')
      ctx.status = 204
    },
  }
}

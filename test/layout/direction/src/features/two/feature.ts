import { routes } from './routes.ts'
import { store } from './store.ts'

export const createTwo = () => ({ routes, store })

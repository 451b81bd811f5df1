export { type AuthOptions, authProvider } from './auth-provider.ts'
export type { CustomMethods } from './custom-methods.ts'
export { dataProvider } from './data-provider.ts'
export { memoryStore, type Session, type Store, sessionStore } from './store.ts'

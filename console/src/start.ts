// The first script of the console. Visitors without a session are led to the sign-in before anything else is loaded.
import { ROOT } from './api/root.ts'
import { store } from './api/sessionStore.ts'
import { openSignIn } from './api/signIn.ts'

const { pathname, search } = location
if (store.get()) void import('./main.tsx')
else openSignIn(`/${pathname.slice(ROOT.length)}${search}`)

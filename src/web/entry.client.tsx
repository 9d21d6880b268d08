import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { apiContext, publicUrlContext } from './client/api-context.ts'
import { browserApi, onSessionEnd } from './client/api.ts'
import { SESSION_EXPIRED } from '../contract/rules/text/messages.ts'
import { paths } from '../contract/rules/site/paths.ts'
import { loginPath } from './site/access-redirect.ts'
import { go } from './ui/go.ts'
import { toast } from './ui/toast.ts'

// Before anything is rendered, because loaders may find that the session has ended.
onSessionEnd({
  announce: () => toast.error(SESSION_EXPIRED, { id: 'session-expired', acrossPages: true }),
  // Of several calls that find it out, only the first leads there, and knows where to lead back.
  askToSignIn: () => {
    if (window.location.pathname !== paths.login) go(loginPath(window.location.pathname))
  },
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        getContext={() => {
          const context = new RouterContextProvider()
          context.set(apiContext, browserApi)
          context.set(publicUrlContext, window.location.origin)
          return context
        }}
      />
    </StrictMode>,
  )
})

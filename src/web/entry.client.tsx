import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { apiContext, publicUrlContext } from './client/api-context.ts'
import { browserApi } from './client/api.ts'

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

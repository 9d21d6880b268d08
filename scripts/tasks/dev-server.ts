import { createServer } from 'vite'
import { root } from './site-build.ts'
import { createApp } from '../../src/app/app.ts'
import { main } from '../../src/app/main.ts'
import { rendererOf, type SiteBuild } from '../../src/app/site-build.ts'

const vite = await createServer({ root, configLoader: 'native', server: { middlewareMode: true }, appType: 'custom' })

// The build tool serves one process.
process.env.WEB_CONCURRENCY = '1'

await main({
  createApp: async (options) => {
    const app = await createApp({ ...options, cacheLimits: { maxBytes: 0 } })
    app.addHook('onRequest', (request, reply, next) => vite.middlewares(request.raw, reply.raw, next))
    // The development client inserts styles and opens a WebSocket, which the journal's policy forbids.
    app.addHook('onSend', async (_request, reply) => void reply.removeHeader('content-security-policy'))
    return app
  },
  loadSite: async () => ({
    files: null,
    render: async (request, given) => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as SiteBuild
      return rendererOf(build, 'development')(request, given)
    },
  }),
})

/** The journal as `npm start` runs it, with a page in place of the built site, and saying which process answers. */
import { main } from '../../src/app/main.ts'

await main({
  createApp: async (options) => {
    const { createApp } = await import('../../src/app/app.ts')
    const app = await createApp(options)
    app.addHook('onSend', async (_request, reply) => void reply.header('x-process', process.pid))
    return app
  },
  loadSite: async () => ({ files: null, render: async () => new Response('a page') }),
})

import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets the app close without waiting for idle clients: requests in progress are finished, and every other
 * connection is closed at once. Node itself would wait for connections that have sent nothing yet, as
 * browsers open them in advance, and for incomplete request headers.
 */
export function cutIdleConnections(app: FastifyInstance): void {
  /** Requests in progress on each open connection. */
  const underWay = new Map<Socket, number>()
  let closing = false

  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      if (underWay.has(socket)) underWay.set(socket, left)
      if (closing && left === 0) socket.destroySoon()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
  })
}

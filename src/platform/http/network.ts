import type { IncomingMessage } from 'node:http'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** Fastify's setting for so many proxies in front: only what these have written of `X-Forwarded-For` is believed. */
export const trustedProxies =
  (count: number) =>
  (_address: string, hop: number): boolean =>
    hop < count

/** The address that asks, as Fastify's `request.ip` has it, for what sees a request before Fastify does. */
export function addressOf({ socket, headers }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const named = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  // Each proxy adds at the end who has asked it.
  const addresses = [socket.remoteAddress ?? '', ...named.reverse()]
  return addresses[Math.min(proxies, addresses.length - 1)]!
}

/**
 * The network of a request, for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because
 * its owner controls all addresses in it. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as the IPv4
 * address.
 */
export const networkOf = ({ ip }: FastifyRequest): string => normalizeIP(ip)

import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/**
 * The network of a request, for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because
 * its owner controls all addresses in it. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as the IPv4
 * address.
 */
export const networkOf = ({ ip }: FastifyRequest): string => normalizeIP(ip)

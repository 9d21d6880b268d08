import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/**
 * Where a request comes from, for counting: an IPv4 address, or the /64 network of an IPv6 address, for
 * whoever has one address of it has them all. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the
 * IPv4 address.
 */
export const networkOf = ({ ip }: FastifyRequest): string => normalizeIP(ip)

import type { RateLimitOptions } from '@fastify/rate-limit'
import { inputTravelsInQuery, type Endpoint } from '../../contract/endpoint.ts'

export interface RateLimits {
  readonly on: boolean
}

/** Calls per address and time (safety, call by call). Reading is generous: a campus shares one address. */
const LIMITS = {
  reading: { max: 1200, timeWindow: '1 minute' },
  writing: { max: 120, timeWindow: '1 minute' },
  uploading: { max: 60, timeWindow: '1 minute' },
  'signing in': { max: 20, timeWindow: '1 minute' },
  'signing up': { max: 5, timeWindow: '1 hour' },
} as const

/** The route configuration that limits an endpoint. */
export function rateFor(rates: RateLimits, endpoint: Endpoint): { rateLimit: RateLimitOptions | false } {
  if (!rates.on) return { rateLimit: false }
  const kind = endpoint.rate ?? (inputTravelsInQuery(endpoint.method) ? 'reading' : 'writing')
  // Each endpoint counts for itself: reading a list does not use up signing in.
  return { rateLimit: { ...LIMITS[kind], groupId: endpoint.path } }
}

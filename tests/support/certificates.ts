/**
 * Certificates for tests, made here: for any name, for any time, by an authority of their own.
 *
 *   const authority = makeAuthority()
 *   const { key, cert } = authority.certificate('journal.test')
 *   const old = authority.certificate('journal.test', { until: new Date('2020-01-01') })
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certificate {
  /** PEM, for `node:tls` and for files. */
  key: string
  cert: string
}

export interface Authority {
  /** Its own certificate, for those who trust it. */
  cert: string
  certificate(name: string, options?: { until?: Date }): Certificate
}

const YEAR_MS = 365 * 86_400_000

export function makeAuthority(): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = 'Authority of the tests'
  const inAYear = () => new Date(Date.now() + YEAR_MS)
  const isAuthority = extension('551d13', sequence(Buffer.from([0x01, 0x01, 0xff])))
  return {
    cert: issue({ issuer: name, subject: name, until: inAYear(), of: own.publicKey, by: own.privateKey }, isAuthority),
    certificate: (subject, { until = inAYear() } = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      // Which names it is for: clients look here alone.
      const names = isIPv4(subject)
        ? tagged(0x87, Buffer.from(subject.split('.').map(Number)))
        : tagged(0x82, Buffer.from(subject))
      return {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: issue(
          { issuer: name, subject, until, of: publicKey, by: own.privateKey },
          extension('551d11', sequence(names)),
        ),
      }
    },
  }
}

interface Issued {
  issuer: string
  subject: string
  until: Date
  of: KeyObject
  by: KeyObject
}

/** An X.509 certificate (RFC 5280) in DER, as PEM. */
function issue({ issuer, subject, until, of, by }: Issued, extensionOfIt: Buffer): string {
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    commonName(issuer),
    sequence(time(new Date(until.getTime() - 2 * YEAR_MS)), time(until)),
    commonName(subject),
    of.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extensionOfIt)),
  )
  const signature = sign('sha256', toBeSigned, by)
  const der = sequence(toBeSigned, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const tagged = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const commonName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(name)))))
const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), tagged(0x04, value))
/** GeneralizedTime, to the second. */
const time = (at: Date): Buffer => tagged(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z`))

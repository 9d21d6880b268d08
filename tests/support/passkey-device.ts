import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../../src/contract/api/second-factors.ts'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

/** A device with one passkey, in software; what an attacker can change about its answers is an option. */
export class PasskeyDevice {
  readonly id = base64url(randomBytes(32))
  counter = 0
  readonly #publicKey: KeyObject
  readonly #privateKey: KeyObject
  #userHandle = ''

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#publicKey = publicKey
    this.#privateKey = privateKey
  }

  /** Makes the passkey. `attestation` replaces the statement about the device's maker, which is none. */
  make(
    { challenge, rp, user }: PasskeyCreation,
    {
      origin,
      attestation = Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex'),
    }: {
      origin: string
      attestation?: Buffer
    },
  ): NewPasskey {
    this.#userHandle = user.id
    const credential = Buffer.from(this.id, 'base64url')
    const { x, y } = this.#publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
    const data = Buffer.concat([
      this.#data(rp.id, USER_PRESENT | USER_VERIFIED | WITH_CREDENTIAL),
      Buffer.alloc(16),
      Buffer.from([0, credential.length]),
      credential,
      key,
    ])
    const length = Buffer.from([0x58, data.length])
    return {
      id: this.id,
      clientDataJSON: clientData('webauthn.create', challenge, origin),
      attestationObject: base64url(
        Buffer.concat([attestation, Buffer.from([0x68]), Buffer.from('authData'), length, data]),
      ),
      transports: ['internal'],
    }
  }

  /** Signs in. `verified`: false if the device has not checked who uses it. */
  answer(
    { challenge, rpId }: PasskeyRequest,
    { origin, verified = true, id = this.id }: { origin: string; verified?: boolean; id?: string },
  ): PasskeyAnswer {
    const data = this.#data(rpId, USER_PRESENT | (verified ? USER_VERIFIED : 0))
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      id,
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.#privateKey)),
      userHandle: this.#userHandle,
    }
  }

  #data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }
}

const clientData = (type: string, challenge: string, origin: string): string =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

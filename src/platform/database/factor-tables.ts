type Timestamp = string

/** Second factors, and the attempts that use them. */
export interface FactorTables {
  passkeys: {
    id: string
    user_id: string
    name: string
    /** As base64url, like `public_key`. */
    credential_id: string
    public_key: string
    counter: number
    /** Separated by commas. */
    transports: string
    created_at: Timestamp
    last_used_at: Timestamp | null
  }
  one_time_codes: {
    user_id: string
    /** The encrypted secret. */
    sealed: string
    /** The time step of the newest code that was used. */
    last_step: number
    created_at: Timestamp
    last_used_at: Timestamp | null
    /** Wrong codes since `failed_at` minus an hour. */
    failures: number
    failed_at: Timestamp | null
  }
  recovery_codes: { code_hash: string; user_id: string; created_at: Timestamp }
  factor_challenges: {
    token_hash: string
    purpose: 'sign-in' | 'passkey-sign-in' | 'add-passkey' | 'set-up-codes'
    user_id: string | null
    /** A hash of the network while signing in; the session while setting up. */
    begun_by: string
    to_sign: string | null
    sealed: string | null
    expires_at: Timestamp
  }
}

/** What is printed for the operator when the journal is open. */
export interface Opened {
  address: string
  /** The administrator with a generated password, if one was created. */
  administrator: { email: string; password: string } | undefined
  /** How many sample articles were added. */
  samples: number
}

export function announce({ address, administrator, samples }: Opened): void {
  const print = (line = '') => process.stdout.write(`${line}\n`)
  print()
  print(`The journal is open at ${address}`)
  if (administrator) {
    print(`An administrator was created. This is shown only once:`)
    print(`  email    ${administrator.email}`)
    print(`  password ${administrator.password}`)
  }
  if (samples) print('Sample articles were added; remove them with: npm run sample:remove')
  print()
}

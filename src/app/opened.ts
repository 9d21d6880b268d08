/** What is printed for the operator when the journal is open. */
export interface Opened {
  address: string
  /** The administrator with a generated password, if one was created. */
  administrator: { email: string; password: string } | undefined
  /** How many sample articles were added. */
  samples: number
}

/**
 * Prints the administrator's password to a terminal. Other output is kept, as by a service manager's log: there it
 * prints the command that sets a password instead.
 */
export function announce({ address, administrator, samples }: Opened, isTerminal = process.stdout.isTTY): void {
  const print = (line = '') => process.stdout.write(`${line}\n`)
  print()
  print(`The journal is open at ${address}`)
  if (administrator && !isTerminal) {
    print(`An administrator was created: ${administrator.email}`)
    print(`Set the password with: npm run admin -- reset ${administrator.email}`)
  } else if (administrator) {
    print(`An administrator was created. This is shown only once:`)
    print(`  email    ${administrator.email}`)
    print(`  password ${administrator.password}`)
  }
  if (samples) print('Sample articles were added; remove them with: npm run sample:remove')
  print()
}

import cluster from 'node:cluster'
import { databaseFailure } from '../platform/database/failures.ts'
import { pathFailure } from '../platform/storage/path-failure.ts'
import { readEnvironment } from './environment.ts'
import { announce, superviseProcesses } from './processes.ts'
import type { Parts } from './serve.ts'

/** Runs the journal, in one process or several. On failure, prints one clear sentence and ends the process. */
export async function main(parts?: Parts): Promise<void> {
  try {
    const environment = readEnvironment(process.env)
    if (environment.processes > 1 && cluster.isPrimary) return await superviseProcesses(environment)
    // The process that only supervises others loads nothing of the journal.
    const { serve } = await import('./serve.ts')
    const opened = await serve(environment, parts)
    if (cluster.isPrimary) announce(opened)
    else process.send!(opened)
  } catch (error) {
    process.stderr.write(`\n${startFailure(error)}\n`)
    process.exit(1)
  }
}

function startFailure(error: unknown): string {
  const { code, message, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Another program already uses ${address}:${port}. Stop it, or set PORT to a free number.`
  if (code === 'EACCES' && port) return `This user may not listen on port ${port}. Set PORT to a number above 1023.`
  // For an unknown user or database, the database's own message is clearest.
  if (process.env.DATABASE_URL && databaseFailure(error) === 'away' && !/^(28|3D)/.test(code ?? ''))
    return 'The database that DATABASE_URL names does not answer. Is it running, and is the address right?'
  const path = pathFailure(error)
  return path ? `The journal cannot use its data folder (DATA_DIR). ${path}` : message || String(error)
}

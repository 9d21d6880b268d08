import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../tests/support/postgres-server.ts'
import type { Recorded } from './answers.ts'
import { startProgram, type Program } from './programs.ts'

/** A server to compare the journal with. */
export interface Other extends Pick<Program, 'pid' | 'stop'> {
  url: string
}

export async function startBare(answers: Recorded[], folder: string): Promise<Other> {
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const program = await startProgram([process.execPath, join(import.meta.dirname, 'bare.ts'), file])
  const [, port] = await program.says(/port (\d+)/)
  return { pid: program.pid, stop: program.stop, url: `http://127.0.0.1:${port}` }
}

/** Null if nginx is not installed. */
export async function startNginx(answers: Recorded[], folder: string): Promise<Other | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const port = await freePort()
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  const locations = answers.map(({ path, headers, file }) => {
    const { 'content-type': type = '', etag: _, ...others } = headers
    const lines = Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)};`)
    return `location = ${path} { alias ${file}; default_type ${quoted(type)}; ${lines.join(' ')} }`
  })
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; types {}
      open_file_cache max=100; server_tokens off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`).join(' ')}
      server { listen 127.0.0.1:${port}; ${locations.join('\n')} }
    }`,
  )
  const program = await startProgram(['nginx', '-p', folder, '-c', configuration])
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(url).catch(() => null)); tries++) {
    if (program.hasEnded() || tries > 200) throw new Error(`nginx did not start.\n${program.said()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { pid: program.pid, stop: program.stop, url }
}

/** True for an answer that lacks something only for now, such as formatted references: it is sent, but not kept. */
export const isProvisional = (answer: unknown): boolean =>
  (answer as { formatted?: unknown } | null | undefined)?.formatted === null

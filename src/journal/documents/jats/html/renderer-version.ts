/**
 * Raised whenever the same XML gives other HTML: what was rendered by an earlier version is rendered again. It is a file
 * of its own, because the server starts without the renderer.
 */
export const RENDERER = 2

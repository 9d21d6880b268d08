/** The address of a kept file. Its name is for the reader; only the id is looked up. */
export const fileUrl = ({ id, name }: { id: string; name: string }): string =>
  `/files/${id}/${encodeURIComponent(name)}`

/** The id in an address that `fileUrl` made; nothing for any other address. */
export const fileIdOf = (url: string): string | undefined => /^\/files\/([\w-]{4,64})\/[^/]+$/.exec(url)?.[1]

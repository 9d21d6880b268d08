/** The URL of a stored file. The file name is for readers; only the id is looked up. */
export const fileUrl = ({ id, name }: { id: string; name: string }): string =>
  `/files/${id}/${encodeURIComponent(name)}`

/** The id in a URL made by `fileUrl`; undefined for any other URL. */
export const fileIdOf = (url: string): string | undefined => /^\/files\/([\w-]{4,64})\/[^/]+$/.exec(url)?.[1]

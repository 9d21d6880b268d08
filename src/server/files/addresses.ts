/** The address of a kept file. Its name is for the reader; only the id is looked up. */
export const fileUrl = ({ id, name }: { id: string; name: string }): string =>
  `/files/${id}/${encodeURIComponent(name)}`

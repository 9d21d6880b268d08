/** What a Creative Commons licence calls itself, read from its address; another address stands for itself. */
export function licenceName(url: string): string {
  const licence = /creativecommons\.org\/licenses\/([a-z-]+)\/(\d+\.\d+)/i.exec(url)
  if (licence) return `CC ${licence[1]!.toUpperCase()} ${licence[2]}`
  const zero = /creativecommons\.org\/publicdomain\/zero\/(\d+\.\d+)/i.exec(url)
  return zero ? `CC0 ${zero[1]}` : url
}

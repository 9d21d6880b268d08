/** Stands for the address of a picture in a text that is only looked at. */
export const pictureSrc = (name: string): string => `/picture-of-draft/${name}`

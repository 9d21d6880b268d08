export const servingOptions: string[]
export const servingEnvironment: Record<string, string>

/** Where the calls live: the paths of the specification's section 7 stand under this prefix. */
export const API_PREFIX = '/api'

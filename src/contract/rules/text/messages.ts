/** Messages used in more than one place, on the server and in the browser. */
export const SOMETHING_WENT_WRONG = 'Something went wrong'
export const UNEXPECTED_ERROR = 'An unexpected error occurred'
export const SESSION_EXPIRED = 'Session expired, please log in again.'

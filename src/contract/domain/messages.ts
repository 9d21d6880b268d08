/** Messages that more than one place says, on the server and in the browser. */
export const SOMETHING_WENT_WRONG = 'Something went wrong'
export const UNEXPECTED_ERROR = 'An unexpected error occurred'
export const SESSION_EXPIRED = 'Session expired, please log in again.'

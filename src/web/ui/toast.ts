import { toast } from 'react-hot-toast/headless'

// The headless half of the library: its styled half writes style elements, which the page's policy
// forbids. Its limits and durations are those of specification section 9: 20 at once, 4000 ms for
// blank, error and custom, 2000 ms for success, no limit for loading, removed after 1000 ms.
export { toast }

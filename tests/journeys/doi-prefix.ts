/** Loaded before a journal of the journeys: gives it a DOI prefix, which its configuration has not. */
import { journal } from '../../journal.config.ts'

Object.assign(journal.doi, { prefix: '10.5555' })

/** Loaded before a journal of the journeys: gives it a page about corrections, which its configuration has not. */
import { journal } from '../../journal.config.ts'

Object.assign(journal.crossref, { crossmarkPolicy: '10.5555/policy' })

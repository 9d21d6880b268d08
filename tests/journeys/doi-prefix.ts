/** Loaded before a journal of the journeys: gives it a DOI prefix, which its configuration has not. */
import { doiSettings } from '../../src/contract/rules/articles/doi.ts'

doiSettings().prefix = '10.5555'

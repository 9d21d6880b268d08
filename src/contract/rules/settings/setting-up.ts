import { paths } from '../site/paths.ts'
import type { AreaId } from './fields.ts'

/** A step of setting up a journal. */
export interface Step {
  id: string
  /** What is there once it is done. */
  title: string
  /** How it is done, if the title leaves that open. */
  hint?: string
  to: string
  /** True if only a person knows whether it is done. */
  isSaid?: true
}

const area = (id: AreaId) => paths.adminSettingsArea(id)

/** The steps of setting up a journal, in no order that anybody has to follow. */
export const SETTING_UP = [
  {
    title: 'Who you are',
    steps: [
      { id: 'name', title: 'Journal name', to: area('identity') },
      { id: 'publisher', title: 'Publisher and society', to: area('identity') },
      { id: 'issn', title: 'ISSN', hint: 'Free of charge from your ISSN centre', to: area('identity') },
      { id: 'doi', title: 'DOI prefix', hint: 'From Crossref, which asks its members for a fee', to: area('dois') },
      { id: 'board', title: 'Five board members with affiliations', to: paths.adminBoard },
    ],
  },
  {
    title: 'What you promise',
    steps: [
      {
        id: 'policies',
        title: 'Eight policies read',
        hint: 'They are yours from the day on which you publish',
        to: paths.adminTexts,
        isSaid: true,
      },
      { id: 'fees', title: 'Fees confirmed', to: area('fees'), isSaid: true },
      { id: 'categories', title: 'Categories', to: paths.adminCategories },
      { id: 'volume', title: 'First volume', to: paths.adminVolumes },
      { id: 'samples', title: 'Samples removed', hint: 'Before the first real manuscript, or after', to: paths.admin },
    ],
  },
  {
    title: 'What keeps it safe',
    steps: [
      {
        id: 'email',
        title: 'A test email arrived',
        hint: 'Open any email and press Send Me a Test',
        to: paths.adminTexts,
      },
      { id: 'https', title: 'https', hint: 'The operator does this', to: paths.adminState },
      { id: 'editor', title: 'A second managing editor', to: paths.adminUsers },
      { id: 'factor', title: 'Second factor for you', hint: 'A passkey takes a minute', to: paths.adminSecurity },
      { id: 'copy', title: 'A copy restored for a test', hint: 'The operator does this', to: paths.adminState },
    ],
  },
] as const satisfies readonly { title: string; steps: readonly Step[] }[]

export const STEPS: readonly Step[] = SETTING_UP.flatMap(({ steps }) => steps as readonly Step[])
export type StepId = (typeof SETTING_UP)[number]['steps'][number]['id']
export const STEP_IDS = SETTING_UP.flatMap(({ steps }) => steps.map(({ id }) => id)) as [StepId, ...StepId[]]

export const STEP_STATES = ['done', 'open', 'not planned'] as const
export type StepState = (typeof STEP_STATES)[number]

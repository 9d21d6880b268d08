/** The same for what authors have sent: a process of this kind is never used again. */
export { default } from './typeset-task.ts'

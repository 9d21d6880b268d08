import { describeShape, fieldsOf } from './docs-shapes.ts'
import { html, type Html } from '../html/html.ts'
import type { Answer, Operation, Reference } from './types.ts'

export interface Call {
  method: string
  path: string
  operation: Operation
}

/** 'editorialMembers' → 'Editorial members' */
export const nounTitle = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
export const nounAnchor = (name: string): string => `calls-${name}`

/** The endpoints of a noun: a table of all of them, then each with its input and answers. */
export const nounSection = (name: string, calls: Call[]): Html => html`
  <section aria-labelledby="${nounAnchor(name)}">
    <h2 id="${nounAnchor(name)}">${nounTitle(name)}</h2>
    <table role="table">
      <caption class="sr">
        Calls: ${nounTitle(name)}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Call</th>
          <th role="columnheader" scope="col">What it does</th>
          <th role="columnheader" scope="col">Who may call</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${calls.map(
          (call) =>
            html`<tr role="row">
              <td role="cell"><a href="#${call.operation.operationId}">${address(call)}</a></td>
              <td role="cell">${call.operation.summary}</td>
              <td role="cell">${call.operation.description}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${calls.map(callSection)}
  </section>
`

/** Allows line breaks after the slashes of a path. */
const address = ({ method, path }: Call): Html =>
  html`<code
    ><b>${method}</b> ${path.split('/').map((part, index) => html`${index > 0 && html`/<wbr />`}${part}`)}</code
  >`

function callSection(call: Call): Html {
  const { operation } = call
  const answers = Object.entries(operation.responses)
  const body = operation.requestBody?.content['application/json'].schema
  return html`<section class="call" aria-labelledby="${operation.operationId}">
    <h3 id="${operation.operationId}">${address(call)}</h3>
    <p>${operation.summary}. <span class="note">${operation.description}</span></p>
    ${
      operation.parameters &&
      html`<h4>Parameters</h4>
        <ul class="fields">
          ${operation.parameters.map(
            (parameter) =>
              html`<li>
                <code>${parameter.name}</code>
                <span class="note">in the ${parameter.in}${!parameter.required && ', optional'}</span>:
                ${describeShape(parameter.schema)}.${parameter.description && html` ${parameter.description}`}
              </li>`,
          )}
        </ul>`
    }
    ${
      body &&
      html`<h4>Body</h4>
        ${fieldsOf(body)}`
    }
    ${answers.flatMap(([status, answer]) => (isError(answer) ? [] : [answerPart(status, answer)]))}
    <p class="note">
      Errors:
      ${answers
        .filter(([, answer]) => isError(answer))
        .map(([status], index) => html`${index > 0 && ', '}<a href="#error-${status}">${status}</a>`)}
    </p>
  </section>`
}

const answerPart = (status: string, { content }: Answer): Html => html`
  <h4>Answer <code>${status}</code></h4>
  ${content && html`<div class="shape">${describeShape(content['application/json'].schema)}</div>`}
`

export const isError = (answer: Answer | Reference): answer is Reference => '$ref' in answer

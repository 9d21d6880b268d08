import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../../../tests/support/long.ts'
import { DUMP_LIMITS } from '../limits.ts'
import { mysqlDump, postgresDump, postgresInserts, type SourceTable } from '../../../../tests/support/dumps.ts'
import { Lexer } from './lexer.ts'
import { type DumpTables, Statements } from './statements.ts'

interface Found {
  columns: Record<string, string[]>
  rows: { table: string; names: readonly string[] | null; values: (string | null)[]; line: number }[]
  counted: Record<string, number>
  hasEnd: boolean | null
}

/** Reads a dump in the pieces that `cuts` make of it. */
function read(
  dump: string | Buffer,
  cuts: readonly number[] = [],
  keeps = (table: string) => table !== 'sessions',
): Found {
  const found: Found = { columns: {}, rows: [], counted: {}, hasEnd: null }
  const tables: DumpTables = {
    keeps,
    columns: (table, columns) => (found.columns[table] = columns.map(({ name }) => name)),
    row: (table, names, values, line) => {
      const texts = values.map((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : value))
      found.rows.push({ table, names, values: texts, line })
    },
    counted: (table) => (found.counted[table] = (found.counted[table] ?? 0) + 1),
  }
  const statements = new Statements(tables)
  const lexer = new Lexer(statements)
  const bytes = Buffer.from(dump)
  const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
  for (const [index, end] of ends.entries()) lexer.push(bytes.subarray(ends[index - 1] ?? 0, end))
  lexer.end()
  statements.marks.end(lexer.line)
  return { ...found, hasEnd: statements.marks.hasEnd }
}

const valuesIn = (dump: string | Buffer) => read(dump).rows.map(({ values }) => values)
const refusal = (dump: string | Buffer) => {
  try {
    read(dump)
  } catch (error) {
    return (error as Error).message
  }
}

const TABLE = 'CREATE TABLE `t` (`a` int, `b` text);\n'

describe('of MySQL and MariaDB', () => {
  test.each([
    [
      'numbers and NULL',
      'INSERT INTO `t` VALUES (1,NULL),(-2.5,null),(1e+20,-1E-3);',
      [
        ['1', null],
        ['-2.5', null],
        ['1e+20', '-1E-3'],
      ],
    ],
    [
      'escapes',
      String.raw`INSERT INTO t VALUES (1,'a\'b''c\\d\n\r\t\b\Z\%\_\x\"');`,
      [['1', "a'b'c\\d\n\r\t\b\u001a\\%\\_x\""]],
    ],
    ['a NUL', String.raw`INSERT INTO t VALUES (1,'a\0b');`, [['1', 'a\0b']]],
    [
      'signs of SQL in a text',
      "INSERT INTO t VALUES (1,'); -- /* # ` \" ;'),(2,'x');",
      [
        ['1', '); -- /* # ` " ;'],
        ['2', 'x'],
      ],
    ],
    ['double quotes around a text', 'INSERT INTO t VALUES (1,"it\'s ""so"" \\"too\\"");', [['1', 'it\'s "so" "too"']]],
    [
      'bytes in hexadecimal',
      "INSERT INTO t VALUES (0x41,X'c3a9'),(1,0X4a4B),(2,x'');",
      [
        ['A', 'é'],
        ['1', 'JK'],
        ['2', ''],
      ],
    ],
    [
      'a character set before a text',
      "INSERT INTO t VALUES (1,_binary 'a'),(2,_utf8mb4'b'),(3,N'c'),(b'101',_binary 0x41);",
      [
        ['1', 'a'],
        ['2', 'b'],
        ['3', 'c'],
        ['5', 'A'],
      ],
    ],
    [
      'rows over many lines',
      "INSERT INTO t\n  VALUES\n  (\n1\n,\r\n'a\nb'\n)\n,\n(2,'c')\n;",
      [
        ['1', 'a\nb'],
        ['2', 'c'],
      ],
    ],
    ['comments between', "INSERT /* x ' */ INTO t -- it's\nVALUES # don't\n(1,/*!40101 'a'*/);", [['1', 'a']]],
    [
      'REPLACE, IGNORE, a database before the name',
      "REPLACE INTO `db`.`t` VALUES (1,'a');INSERT IGNORE INTO db.t VALUES (2,'b');INSERT INTO `db`.t VALUES (3,'c');",
      [
        ['1', 'a'],
        ['2', 'b'],
        ['3', 'c'],
      ],
    ],
    [
      'what follows the rows',
      "INSERT INTO t VALUES (1,'a') ON DUPLICATE KEY UPDATE a=VALUES(a), b='x';INSERT INTO t VALUES (2,'b') AS new;",
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ],
    [
      'no space anywhere',
      "INSERT INTO t(`a`,`b`)VALUES(1,'a'),(2,'b');",
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ],
  ])('%s', (_name, dump, rows) => {
    expect(valuesIn(TABLE + dump)).toEqual(rows)
  })

  test('columns come from CREATE TABLE, whatever else stands between its parentheses', () => {
    const dump = `/*!50001 CREATE TABLE IF NOT EXISTS \`T\` (
      \`a\` int(11) NOT NULL COMMENT 'a, (b)', \`key\` varchar(5) DEFAULT ',(', "c" decimal(10,2), d enum('x','y,z'),
      PRIMARY KEY (\`a\`), UNIQUE KEY \`u\` (\`a\`,\`key\`(10)), KEY x (\`a\`), CONSTRAINT \`f\` FOREIGN KEY (\`a\`) REFERENCES \`u\` (\`id\`),
      FULLTEXT KEY \`g\` (\`key\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8 */;`
    expect(read(dump).columns).toEqual({ t: ['a', 'key', 'c', 'd'] })
  })

  test('names of columns in INSERT, with ANSI quotes', () => {
    const { rows } = read(`INSERT INTO "t" ("b", "a") VALUES ('x',1);`)
    expect(rows).toEqual([{ table: 't', names: ['b', 'a'], values: ['x', '1'], line: 1 }])
  })

  test('lines are counted where rows begin, also past line breaks in texts', () => {
    const { rows } = read(`${TABLE}INSERT INTO t VALUES\n(1,'a\nb\\\nc'),\n(2,'d');`)
    expect(rows.map(({ line }) => line)).toEqual([3, 6])
  })

  test('procedures, triggers, views, notes for clients and other statements are passed over', () => {
    const dump = `/*M!999999\\- enable the sandbox mode */ \n${TABLE}
      USE \`db\`; LOCK TABLES \`t\` WRITE;
      /*!40000 ALTER TABLE \`t\` DISABLE KEYS */;
      INSERT INTO t VALUES (1,'a');
      DELIMITER ;;
      /*!50003 CREATE*/ /*!50003 TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN INSERT INTO t VALUES (9,'it''s'); END */;;
      CREATE PROCEDURE p() BEGIN INSERT INTO t VALUES (8,'b'); END ;;
      delimiter ;
      /*!50001 CREATE VIEW \`v\` AS SELECT 1 AS \`a;\` */;
      CREATE INDEX i ON t (a); ALTER TABLE t ADD PRIMARY KEY (a), MODIFY a int AUTO_INCREMENT; COMMIT;
      UPDATE t SET b='INSERT INTO t VALUES (7)'; INSERT INTO t SELECT * FROM u;
      INSERT INTO t VALUES (2,'b');`
    expect(valuesIn(dump)).toEqual([
      ['1', 'a'],
      ['2', 'b'],
    ])
  })

  test('rows of a table that is not wanted are counted, whatever they hold', () => {
    const dump = `INSERT INTO sessions VALUES (1,NOW(),'a''),(b'),(2,ST_GeomFromText('x(,)'),_binary 0xff); INSERT INTO sessions VALUES (3);`
    expect(read(dump)).toMatchObject({ rows: [], counted: { sessions: 3 } })
  })

  test('what is neither a text nor a number is refused', () => {
    for (const value of ['NOW()', "'a' 'b'", 'word', "CAST('a' AS char)", '', '1 2'])
      expect(refusal(`${TABLE}INSERT INTO t VALUES (1,${value});`), value).toContain('neither a text nor a number')
  })
})

describe('of PostgreSQL', () => {
  const POSTGRES = 'SET standard_conforming_strings = on;\n'
  test.each([
    [
      'COPY',
      'COPY public.t (a, b) FROM stdin;\n1\t\\N\n\\N\t\n2\ta\\tb\\nc\\\\d\\r\\b\\f\\v\n\\.\n',
      [
        ['1', null],
        [null, ''],
        ['2', 'a\tb\nc\\d\r\b\f\v'],
      ],
    ],
    ['COPY with codes', 'COPY t (a, b) FROM stdin;\n\\101\t\\x41\\x4a\n\\.\n', [['A', 'AJ']]],
    [
      'COPY that a system with other ends of lines has copied',
      'COPY t (a, b) FROM stdin;\r\n1\tx\r\n\\.\r\n',
      [['1', 'x']],
    ],
    ['a text that looks like the end of the rows', 'COPY t (a) FROM stdin;\n\\\\.\n\\.\n', [['\\.']]],
    [
      'INSERT',
      "INSERT INTO public.t VALUES (1, 'a\\b''c');\nINSERT INTO public.t (a, b) OVERRIDING SYSTEM VALUE VALUES (2, E'a\\\\b\\nc');",
      [
        ['1', "a\\b'c"],
        ['2', 'a\\b\nc'],
      ],
    ],
    ['a conflict clause', "INSERT INTO t VALUES (true, 'a') ON CONFLICT DO NOTHING;", [['1', 'a']]],
  ])('%s', (_name, dump, rows) => {
    expect(valuesIn(POSTGRES + dump)).toEqual(rows)
  })

  test('functions and commands for psql are passed over', () => {
    const dump = `\\restrict it's "x
SET standard_conforming_strings = on;
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $_$ BEGIN INSERT INTO t VALUES ('$1', $$ ' $$); END; $_$;
CREATE TABLE public.t (a bigint NOT NULL, "key" text DEFAULT ''::text, CONSTRAINT c CHECK (((a)::text = ANY (ARRAY[('x'::character varying)::text]))));
COPY public.t (a, key) FROM stdin;
1\tx
\\.
\\unrestrict it's
`
    expect(read(dump)).toMatchObject({ columns: { t: ['a', 'key'] }, rows: [{ values: ['1', 'x'], line: 6 }] })
  })

  test('other forms of COPY, and a whole server, are refused', () => {
    expect(refusal('COPY t (a) FROM stdin WITH CSV;\n1\n\\.\n')).toContain('a form of COPY')
    expect(refusal('--\n-- PostgreSQL database cluster dump\n--\n')).toContain('whole server')
  })
})

/** Values as they are in databases, and such as a careless reader trips over. */
const aText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '\n',
        '\r',
        '\t',
        '\0',
        ';',
        ',',
        '(',
        ')',
        '--',
        '/*',
        '*/',
        '`',
        '$$',
        '\\.',
        'é',
        '漢',
        '%',
        '\u001a',
      ),
    )
    .map((parts) => parts.join('')),
)
const aValue = fc.option(aText.filter((text) => text.isWellFormed()))
const withoutNul = (value: string | null) => value?.replaceAll('\0', '') ?? null
const aTable = fc
  .array(fc.tuple(aValue, aValue, aValue), { maxLength: 6 })
  .map((rows): SourceTable => ({ name: 'users', columns: ['user_id', 'username', 'key'], rows }))
const DIALECTS = { mysqlDump, postgresDump, postgresInserts }

describe('wherever it is cut', () => {
  test.each(Object.entries(DIALECTS))('every text comes back, in whatever pieces it is read: %s', (name, make) => {
    fc.assert(
      fc.property(aTable, fc.array(fc.nat()), (table, cuts) => {
        // PostgreSQL stores no NUL.
        const rows = name === 'mysqlDump' ? table.rows : table.rows.map((row) => row.map(withoutNul))
        const dump = Buffer.from(make([{ ...table, rows }]))
        const whole = read(dump)
        expect(whole.rows.map(({ values }) => values)).toEqual(rows)
        expect(whole.hasEnd).toBe(true)
        expect(
          read(
            dump,
            cuts.map((cut) => cut % (dump.length + 1)),
          ),
        ).toEqual(whole)
      }),
      { numRuns: times(100, 3000) },
    )
  })

  const table: SourceTable = {
    name: 'users',
    columns: ['user_id', 'username'],
    rows: [
      ['1', "a'b\\\n"],
      ['2', null],
      ['3', 'é;'],
    ],
  }
  test.each(Object.entries(DIALECTS))('at each byte, the rest gives the same: %s', (_name, make) => {
    const dump = Buffer.from(make([table]))
    const whole = read(dump)
    for (let cut = 0; cut <= dump.length; cut++) expect(read(dump, [cut]), `cut at ${cut}`).toEqual(whole)
    expect(
      read(
        dump,
        Array.from(dump, (_byte, at) => at),
      ),
    ).toEqual(whole)
  })

  test.each(Object.entries(DIALECTS))('a dump that ends early is refused: %s', (_name, make) => {
    const dump = Buffer.from(make([table]).trimEnd())
    const from = dump.indexOf('\n', dump.indexOf('CHARACTER_SET_CLIENT')) + 1 || dump.indexOf('\n\n')
    const end = dump.lastIndexOf(make === mysqlDump ? ' */;' : 'complete')
    for (let cut = from; cut < end; cut++)
      expect(refusal(dump.subarray(0, cut)), `cut at ${cut}`).toContain('The dump is cut short')
  })

  test('a dump that announces no end is refused within a statement, and reckoned between two', () => {
    const dump = Buffer.from(`${TABLE}INSERT INTO t VALUES (1,'a');\nINSERT INTO t VALUES (2,'b');\n`)
    const whole = valuesIn(dump)
    for (let cut = 0; cut < dump.length; cut++) {
      const part = dump.subarray(0, cut)
      const text = part.toString().trimEnd()
      if (text && !text.endsWith(';')) expect(refusal(part), text).toContain('The dump is cut short')
      else
        expect(read(part)).toMatchObject({
          rows: whole.slice(0, text.split('INSERT').length - 1).map((values) => ({ values })),
          hasEnd: null,
        })
    }
  })
})

describe('whatever a dump holds', () => {
  const long = (length: number) => Buffer.alloc(length, 'x')
  const around = (text: Buffer, table = 't') =>
    Buffer.concat([Buffer.from(`${TABLE}INSERT INTO ${table} VALUES (1,'`), text, Buffer.from("');")])

  test('a text of the longest length is read, a longer one refused', () => {
    expect(read(around(long(DUMP_LIMITS.valueBytes))).rows[0]!.values[1]).toHaveLength(DUMP_LIMITS.valueBytes)
    expect(refusal(around(long(DUMP_LIMITS.valueBytes + 1)))).toContain('line 2 of the dump is too long')
    expect(read(around(long(DUMP_LIMITS.valueBytes + 1), 'sessions')).counted).toEqual({ sessions: 1 })
  })

  test('hexadecimal and COPY have the same limit', () => {
    const hex = (bytes: number) =>
      Buffer.concat([
        Buffer.from(`${TABLE}INSERT INTO t VALUES (1,0x`),
        Buffer.alloc(2 * bytes, '4'),
        Buffer.from(');'),
      ])
    expect(read(hex(DUMP_LIMITS.valueBytes)).rows[0]!.values[1]).toHaveLength(DUMP_LIMITS.valueBytes)
    expect(refusal(hex(DUMP_LIMITS.valueBytes + 1))).toContain('too long')
    const copy = (bytes: number) =>
      Buffer.concat([Buffer.from('COPY t (a) FROM stdin;\n'), long(bytes), Buffer.from('\n\\.\n')])
    expect(read(copy(DUMP_LIMITS.valueBytes)).rows).toHaveLength(1)
    for (const bytes of [DUMP_LIMITS.valueBytes + 1, DUMP_LIMITS.rowBytes + 2])
      expect(refusal(copy(bytes))).toContain('too long')
  })

  test('more columns than a table has are refused, wherever they are', () => {
    const many = Array.from({ length: DUMP_LIMITS.columns + 1 }, (_, index) => `c${index}`)
    expect(refusal(`CREATE TABLE t (${many.map((name) => `${name} int`).join(', ')});`)).toContain('columns')
    expect(refusal(`INSERT INTO t (${many.join(', ')}) VALUES (1);`)).toContain('columns')
    expect(refusal(`INSERT INTO t VALUES (${many.map(() => '1').join(', ')});`)).toContain('columns')
  })

  test('names that no database has are refused or are no table of OJS', () => {
    expect(refusal(`CREATE TABLE t (\`${'x'.repeat(DUMP_LIMITS.nameBytes + 1)}\` int);`)).toContain('name')
    expect(refusal('CREATE TABLE t (`a\0b` int);')).toContain('name')
    expect(refusal('CREATE TABLE t (`` int);')).toContain('name')
  })
})

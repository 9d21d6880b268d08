import { expect, test } from 'vitest'
import { readConfig } from './config-file.ts'
import { DUMP_LIMITS } from './limits.ts'

const CONFIG = `;<?php exit(); // never shown
[general]
app_key = "base64:do-not-keep-me"
installed = On
base_url = "https://old.example.org/journals"
base_url[index] = https://old.example.org ; the site
base_url[jbr] = 'https://jbr.example.org'
restful_urls = On
; base_url = "https://no.example.org"

[database]
username = ojs
password = "do-not-keep-me"
base_url = do-not-keep-me

[security]
salt = "do-not-keep-me"
encryption = sha1
[email]
smtp_password = do-not-keep-me
[oai]
repository_id = "ojs.example.org"\r
`

test('addresses and folders are taken, and nothing else', () => {
  expect(readConfig(CONFIG)).toEqual({
    'general.base_url': 'https://old.example.org/journals',
    'general.base_url[index]': 'https://old.example.org',
    'general.base_url[jbr]': 'https://jbr.example.org',
    'general.restful_urls': 'On',
    'security.encryption': 'sha1',
    'oai.repository_id': 'ojs.example.org',
  })
})

test('another file is refused', () => {
  expect(() => readConfig('<?php phpinfo();')).toThrow('not the config.inc.php')
  expect(() => readConfig(`${CONFIG}${' '.repeat(DUMP_LIMITS.configBytes)}`)).toThrow('too long')
})

test('a value in quotes that does not end, and one without any, are read to the end of the line', () => {
  expect(readConfig('[general]\nbase_url = "https://a.example.org')).toEqual({
    'general.base_url': 'https://a.example.org',
  })
  expect(readConfig('[files]\nfiles_dir =')).toEqual({ 'files.files_dir': '' })
})

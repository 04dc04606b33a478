// The lexicon's seven steps as a browser takes them (step 5, stop words, left out). Reads a JSON list of texts.
const GLUED = "\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}"
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_]*/gu
const glued = new RegExp(`^[${GLUED}]`, "u")
const kind = c => glued.test(c) ? "C" : /\p{Lu}/u.test(c) ? "U" : /\p{Ll}/u.test(c) ? "l" : /\p{Nd}/u.test(c) ? "N" : "o"
const fold = s => s.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")

function parts(word) {
  const found = []
  for (const piece of word.split("_")) {
    const characters = [...piece]
    const kinds = characters.map(kind)
    kinds.forEach((_, at) => {
      const upper = at > 1 && kinds[at - 1] === "U" && kinds[at - 2] === "U"
      if (characters[at] === "s" && upper && kinds[at + 1] !== "l") kinds[at] = "U"
    })
    let part = ""
    characters.forEach((character, at) => {
      const [before, here, next] = [kinds[at - 1], kinds[at], kinds[at + 1]]
      const other = before !== here && [before, here].some(k => k === "N" || k === "C")
      if (at && (other || (here === "U" && (before === "l" || (before === "U" && next === "l"))))) {
        found.push(part)
        part = ""
      }
      part += character
    })
    if (part) found.push(part)
  }
  return found
}

function singular(term) {
  if (!/^[a-z]{4,}$/.test(term)) return term
  if (/ies$/.test(term) && term.length > 4) return term.slice(0, -2)
  if (/s$/.test(term) && !/(ss|us|is|ias)$/.test(term)) term = term.slice(0, -1)
  if (term.length > 3) {
    if (/(ie|se|xe|ze|che|she)$/.test(term)) return term.slice(0, -1)
    if (/[^aeiou]y$/.test(term)) return term.slice(0, -1) + "i"
  }
  return term
}

function terms(word) {
  const found = []
  for (const part of parts(word)) {
    const characters = [...fold(part)]
    if (glued.test(characters[0])) {
      found.push(...characters)
      for (let at = 0; at + 1 < characters.length; at++) found.push(characters[at] + characters[at + 1])
    } else if (characters.length > 1) {
      found.push(characters.join(""))
    }
  }
  const whole = fold(word).replace(/_/g, "")
  if ([...whole].length > 1) found.unshift(whole)
  return [...new Set(found.map(singular))]
}

const lexicon = text => (text.normalize("NFC").match(WORD) || []).filter(w => [...w].length <= 128).flatMap(terms)
module.exports = { lexicon }

if (require.main === module) {
  const texts = JSON.parse(require("fs").readFileSync(0, "utf8"))
  process.stdout.write(JSON.stringify(texts.map(lexicon)))
}

//! The OpenAPI document against the service: whatever is sent, the answer is one that the document
//! has, and what the service takes is what the document allows.

use std::sync::LazyLock;

use jsonschema::Validator;
use minmax_h3::http::router::document;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::desk::Desk;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(document()).unwrap());

/// The schema at a place of the document, which may refer to others.
fn validator(schema: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["components"] = DOCUMENT["components"].clone();
    jsonschema::validator_for(&whole).unwrap()
}

fn schema_of<'a>(content: &'a Value, kind: &str) -> &'a Value {
    &content["content"][kind]["schema"]
}

/// Operations that take a body: path, method and the operation.
fn writing() -> Vec<(String, Value)> {
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let operations = paths.iter().filter_map(|(path, item)| {
        let operation = item.get("post")?;
        operation.get("requestBody")?;
        Some((path.clone(), operation.clone()))
    });
    operations.collect()
}

/// Any JSON, small.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3..30_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        select(vec!["renju", "freestyle", "human", "h8", "GM[4]"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec(("[a-z]{1,6}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn stone() -> impl Strategy<Value = Value> {
    (0..15_u8, 0..15_u8, 1..3_u8).prop_map(|(x, y, value)| json!({"x": x, "y": y, "value": value}))
}

/// Values that a field of this name may have; no search that they ask for takes long.
fn good_value(name: &str) -> BoxedStrategy<Value> {
    let one_of = |values: Vec<Value>| select(values).boxed();
    match name {
        "board" => vec(stone(), 0..4).prop_map(Value::from).boxed(),
        "x" | "y" => (0..15).prop_map(Value::from).boxed(),
        "player" | "level" | "depth" => (1..3).prop_map(Value::from).boxed(),
        "number" => (0..4).prop_map(Value::from).boxed(),
        "time_ms" => Just(json!(1)).boxed(),
        "size" => one_of(vec![json!(15), json!(3), json!(20)]),
        "rule" => one_of(vec![json!("renju"), json!("caro"), json!("freestyle")]),
        "players" => one_of(vec![json!(["human", "engine"]), json!(["human", "human"])]),
        "moves" => one_of(vec![json!(""), json!("h8i9"), json!("h8h8")]),
        "sgf" => one_of(vec![json!("(;GM[4]SZ[15];B[hh];W[ii])"), json!("(;")]),
        "psq" => one_of(vec![
            json!("Piskvorky 15x15, 11:11, 0\n8,8,0\n"),
            json!("?"),
        ]),
        other => panic!("the document has a field {other} that this test does not know"),
    }
}

/// Some of the fields of a body, always those without which it is none.
fn good_body(schema: &Value) -> BoxedStrategy<Map<String, Value>> {
    let required = |name: &str| {
        let names = schema["required"].as_array();
        names.is_some_and(|names| names.iter().any(|required| required == name))
    };
    let none = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&none).keys();
    let fields: Vec<_> = fields
        .map(|name| {
            let (name, always) = (name.clone(), required(name));
            (good_value(&name), any::<bool>())
                .prop_map(move |(value, there)| (always || there).then(|| (name.clone(), value)))
        })
        .collect();
    fields
        .prop_map(|fields| fields.into_iter().flatten().collect())
        .boxed()
}

/// An operation with a body for it.
fn asked() -> impl Strategy<Value = (String, Value, Map<String, Value>)> {
    select(writing()).prop_flat_map(|(path, operation)| {
        let body = good_body(body_schema(&operation));
        body.prop_map(move |body| (path.clone(), operation.clone(), body))
    })
}

/// The schema of an operation's body, itself and not a reference to it.
fn body_schema(operation: &Value) -> &'static Value {
    let schema = schema_of(&operation["requestBody"], "application/json");
    let name = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
    &DOCUMENT["components"]["schemas"][name]
}

/// What becomes of a body on its way.
#[derive(Clone, Debug)]
enum Damage {
    None,
    Drop(Index),
    Replace(Index, Value),
    Add(String, Value),
    Other(Value),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        2 => Just(Damage::None),
        2 => any::<Index>().prop_map(Damage::Drop),
        4 => (any::<Index>(), any_json()).prop_map(|(at, value)| Damage::Replace(at, value)),
        2 => ("[a-z_]{1,8}", any_json()).prop_map(|(name, value)| Damage::Add(name, value)),
        1 => any_json().prop_map(Damage::Other),
    ]
}

fn damaged(mut body: Map<String, Value>, damage: Damage) -> Value {
    let names: Vec<_> = body.keys().cloned().collect();
    match damage {
        Damage::None => {}
        Damage::Drop(_) | Damage::Replace(..) if names.is_empty() => {}
        Damage::Drop(at) => drop(body.remove(at.get(&names))),
        Damage::Replace(at, value) => drop(body.insert(at.get(&names).clone(), value)),
        Damage::Add(name, value) => drop(body.insert(name, value)),
        Damage::Other(value) => return value,
    }
    // No search is to take long, whatever was made of its limits.
    let small = |name| {
        let number = body.get(name).and_then(Value::as_i64);
        number.is_some_and(|number| number <= 2)
    };
    if body.contains_key("board") && !["depth", "time_ms", "level"].into_iter().any(small) {
        body.insert("time_ms".into(), 1.into());
    }
    body.into()
}

/// The address, of a game that has just begun if it is one of a game.
async fn at(desk: &Desk, path: &str) -> String {
    if !path.contains("{id}") {
        return path.into();
    }
    let game = json!({"players": ["human", "human"], "moves": "i9g9"});
    let id = desk.post("/api/games", &game).await.json()["id"].clone();
    path.replace("{id}", id.as_str().unwrap())
}

/// Whether the answer is as the document says.
async fn check(desk: &Desk, path: &str, operation: &Value, body: &Value) -> Result<(), String> {
    let answer = desk.post(&at(desk, path).await, body).await;
    let status = answer.status.as_str();
    let documented = operation["responses"].get(status);
    let Some(documented) = documented else {
        return Err(format!(
            "{path} {body}: status {status} is not in the document"
        ));
    };
    let request = schema_of(&operation["requestBody"], "application/json");
    if answer.status.is_success() && !validator(request).is_valid(body) {
        return Err(format!(
            "{path} {body}: taken, though the document does not allow it"
        ));
    }
    let kind = answer.headers["content-type"].to_str().unwrap();
    let schema = schema_of(documented, kind);
    let bodies = match kind {
        "text/event-stream" => {
            let lines = answer.text.lines();
            let data = lines.filter_map(|line| line.strip_prefix("data: "));
            data.map(|data| serde_json::from_str(data).unwrap())
                .collect()
        }
        _ => vec![answer.json()],
    };
    let validator = validator(schema);
    match bodies.iter().find(|body| !validator.is_valid(body)) {
        Some(wrong) => Err(format!(
            "{path} {body}: the answer {wrong} is not as documented"
        )),
        None => Ok(()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn whatever_is_sent_is_answered_as_the_document_says(
        (path, operation, body) in asked(),
        damage in damage(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let body = damaged(body, damage);
        let checked = runtime.block_on(check(&Desk::default(), &path, &operation, &body));
        prop_assert_eq!(checked, Ok(()));
    }
}

#[tokio::test]
async fn every_address_of_the_document_is_answered() {
    let desk = Desk::default();
    let paths = DOCUMENT["paths"].as_object().unwrap();
    assert!(paths.len() >= 6);
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            let asked = crate::desk::request(method.to_uppercase().parse().unwrap(), path);
            let answer = desk
                .ask(asked.body(axum::body::Body::empty()).unwrap())
                .await;
            let status = answer.status.as_str();
            assert!(
                operation["responses"].get(status).is_some(),
                "{method} {path}: {status}"
            );
        }
    }
}

#[tokio::test]
async fn the_documents_own_examples_are_taken() {
    let desk = Desk::default();
    for (path, operation) in writing() {
        let example = &body_schema(&operation)["example"];
        assert!(example.is_object(), "{path} has no example");
        let answer = desk.post(&at(&desk, &path).await, example).await;
        // Nothing was taken back yet that could be played again, and nobody thinks.
        let taken = answer.status.is_success()
            || answer.status == 409 && (path.ends_with("/redo") || path.ends_with("/move-now"));
        assert!(taken, "{path} {example}: {}", answer.text);
    }
}

#[tokio::test]
async fn the_document_is_served_and_is_openapi() {
    let served = Desk::default().get("/api/openapi.json").await.json();
    assert_eq!(served, *DOCUMENT);
    assert!(served["openapi"].as_str().unwrap().starts_with("3.1."));
    assert_eq!(served["info"]["version"], env!("CARGO_PKG_VERSION"));
}

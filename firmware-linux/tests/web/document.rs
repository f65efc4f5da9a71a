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

/// A body that is nearly always taken, with a search that ends soon.
fn good_body() -> impl Strategy<Value = Map<String, Value>> {
    let side = 1..3_u8;
    let extra = select(vec![
        ("size", json!(15)),
        ("size", json!(20)),
        ("rule", json!("renju")),
        ("rule", json!("caro")),
        ("level", json!(1)),
        ("time_ms", json!(1)),
    ]);
    (vec(stone(), 0..4), side, vec(extra, 0..3)).prop_map(|(board, side, extras)| {
        let mut body = Map::new();
        body.insert("board".into(), board.into());
        body.insert("player".into(), side.into());
        body.insert("depth".into(), 1.into());
        body.extend(extras.into_iter().map(|(name, value)| (name.into(), value)));
        body
    })
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
        Damage::Drop(at) => drop(body.remove(at.get(&names))),
        Damage::Replace(at, value) => drop(body.insert(at.get(&names).clone(), value)),
        Damage::Add(name, value) => drop(body.insert(name, value)),
        Damage::Other(value) => return value,
    }
    // No search is to take long, whatever was made of its limits.
    let slow = |body: &Map<String, Value>| {
        let small = |name| {
            body.get(name)
                .and_then(Value::as_i64)
                .is_some_and(|n| n <= 2)
        };
        !small("depth") && !small("time_ms") && !small("level")
    };
    if slow(&body) {
        body.insert("time_ms".into(), 1.into());
    }
    body.into()
}

/// Whether the answer is as the document says.
async fn check(desk: &Desk, path: &str, operation: &Value, body: &Value) -> Result<(), String> {
    let answer = desk.post(path, body).await;
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
        body in good_body(),
        damage in damage(),
        at in any::<Index>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let operations = writing();
        let (path, operation) = at.get(&operations);
        let body = damaged(body, damage);
        let checked = runtime.block_on(check(&Desk::default(), path, operation, &body));
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
        let schema = schema_of(&operation["requestBody"], "application/json");
        let name = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        let example = &DOCUMENT["components"]["schemas"][name]["example"];
        assert!(example.is_object(), "{path} has no example");
        let answer = desk.post(&path, example).await;
        assert!(
            answer.status.is_success(),
            "{path} {example}: {}",
            answer.text
        );
    }
}

#[tokio::test]
async fn the_document_is_served_and_is_openapi() {
    let served = Desk::default().get("/api/openapi.json").await.json();
    assert_eq!(served, *DOCUMENT);
    assert!(served["openapi"].as_str().unwrap().starts_with("3.1."));
    assert_eq!(served["info"]["version"], env!("CARGO_PKG_VERSION"));
}

//! Figures for whoever runs the server, in Prometheus' text form.

use metrics::{Counter, Gauge, Key, KeyName, Label, Level, Metadata, Recorder, SharedString, Unit};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// The figures of one server.
pub(super) struct Metrics {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    /// Open WebSocket connections.
    pub(super) connections: Gauge,
    /// Matches that the server holds.
    pub(super) matches: Gauge,
    /// Moves and drops made since the server started.
    pub(super) moves: Counter,
}

const METADATA: Metadata<'static> = Metadata::new(module_path!(), Level::INFO, None);
const REFUSALS: &str = "catchmate_refusals_total";

impl Metrics {
    pub(super) fn new() -> Metrics {
        let recorder = PrometheusBuilder::new().build_recorder();
        let described: [(&'static str, &'static str); 4] = [
            ("catchmate_connections", "Open WebSocket connections"),
            ("catchmate_matches", "Matches that the server holds"),
            ("catchmate_moves_total", "Moves and drops made"),
            (REFUSALS, "Refused messages by code"),
        ];
        for (name, what) in described {
            let (name, what) = (KeyName::from(name), SharedString::from(what));
            if name.as_str().ends_with("_total") {
                recorder.describe_counter(name, Some(Unit::Count), what);
            } else {
                recorder.describe_gauge(name, Some(Unit::Count), what);
            }
        }
        let gauge = |name| recorder.register_gauge(&Key::from_static_name(name), &METADATA);
        let moves =
            recorder.register_counter(&Key::from_static_name("catchmate_moves_total"), &METADATA);
        Metrics {
            connections: gauge("catchmate_connections"),
            matches: gauge("catchmate_matches"),
            moves,
            handle: recorder.handle(),
            recorder,
        }
    }

    /// Counts a refused message.
    pub(super) fn refused(&self, code: &'static str) {
        let labels = vec![Label::from_static_parts("code", code)];
        let key = Key::from_parts(REFUSALS, labels);
        self.recorder.register_counter(&key, &METADATA).increment(1);
    }

    /// All figures as text.
    pub(super) fn render(&self) -> String {
        self.handle.render()
    }
}

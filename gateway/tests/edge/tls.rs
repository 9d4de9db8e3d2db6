//! `sslmode=require` in `DATABASE_URL`: TLS, or no connection.

use gateway::prepare_database;
use ledger_testing::tls::TlsServer;

#[tokio::test]
async fn a_required_tls_is_used_and_never_done_without() {
    let server = TlsServer::start().await;
    prepare_database(&server.url("wallet", "require"))
        .await
        .unwrap();
    let refused = prepare_database(&server.url("wallet", "disable")).await;
    assert!(refused.is_err(), "the server takes TLS only");
    server.end_tls().await;
    prepare_database(&server.url("wallet", "disable"))
        .await
        .unwrap();
    let refused = prepare_database(&server.url("wallet", "require")).await;
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("TLS"), "{text}");
}

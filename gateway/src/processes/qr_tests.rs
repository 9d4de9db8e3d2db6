//! The QR process against a service that says whatever a test wants it to say.

package dev.backplane.xclbin.trust;

/** The reason why a signature could not be made, or a trust store not be used. */
public enum SignatureError {
  /** A file is not there or cannot be read. */
  IO,
  /** A file holds no private key, or one of a kind that cannot sign. */
  BAD_KEY,
  /** A file holds no certificate, or something that is none. */
  BAD_CERTIFICATE,
  /** A password is wrong, or needed and not given. */
  WRONG_PASSWORD,
  /** The private key is not the one of the certificate. */
  KEY_MISMATCH
}

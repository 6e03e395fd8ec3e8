import org.jspecify.annotations.NullMarked;

/** Signatures of XRT containers: made and checked. */
@NullMarked
module dev.backplane.xclbin.signature {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.xclbin;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;
  requires org.bouncycastle.util;

  exports dev.backplane.xclbin.signature;

  provides dev.backplane.xclbin.trust.TrustStores with
      dev.backplane.xclbin.signature.CertificateFiles;
}

//! The texts of the page about authorities that are believed of targets.

texts! {
    pub struct AuthoritiesTexts {
        title: "Güvenilen sertifika yetkilileri" / "Trusted certificate authorities",
        intro:
            "Kasanız ya da muhasebe sunucunuz HTTPS için kendi sertifikasını kullanıyorsa, o sertifikayı veren yetkiliyi buraya \
             ekleyin. Webhook’lar ve ödeme eşleştirme için, bir sonraki bildirimden başlayarak geçerlidir; platform bağlantıları \
             bundan etkilenmez."
            / "If your till or accounting server has a certificate of its own for HTTPS, add the authority that gave it. It \
               counts for webhooks and payment matching, from the next notification on; connections to platforms are not \
               touched by it.",
        ends: "Bitiş" / "Ends",
        added: "Eklendi" / "Added",
        over: "Süresi doldu" / "Has ended",
        fingerprint: "SHA-256 parmak izi" / "SHA-256 fingerprint",
        remove: "Çıkar" / "Remove",
        add: "Yetkili ekle" / "Add an authority",
        certificate: "Sertifika (PEM)" / "Certificate (PEM)",
        certificate_help:
            "Yetkilinin, ya da kendi kendini imzalayan sunucunun sertifikası. Gizli anahtar asla istenmez."
            / "Of the authority, or of a server that signs for itself. A private key is never asked for.",
        file: "Ya da dosyadan" / "Or from a file",
    }
}

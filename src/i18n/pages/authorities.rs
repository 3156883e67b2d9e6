//! The texts of the page about authorities that are believed of targets.

texts! {
    pub struct AuthoritiesTexts {
        title: "Güvenilen sertifika yetkilileri" / "Trusted certificate authorities",
        intro:
            "Kasanız ya da muhasebe sunucunuz HTTPS için kendi sertifikasını kullanıyorsa, o sertifikayı veren yetkiliyi buraya \
             ekleyin. Webhook’lar, ödeme eşleştirme ve yaşam sinyali için, bir sonraki bildirimden başlayarak geçerlidir; platform bağlantıları \
             bundan etkilenmez."
            / "If your till or accounting server uses its own HTTPS certificate, add the authority that issued it. It applies \
               to webhooks, payment matching and heartbeats from the next notification on; platform connections are not affected.",
        ends: "Bitiş" / "Valid until",
        added: "Eklendi" / "Added",
        remove: "Çıkar" / "Remove",
        add: "Yetkili ekle" / "Add an authority",
        certificate: "Sertifika (PEM)" / "Certificate (PEM)",
        certificate_help:
            "Yetkilinin, ya da kendi kendini imzalayan sunucunun sertifikası. Gizli anahtar asla istenmez."
            / "The certificate of the authority, or of a self-signed server. A private key is never needed.",
        file: "Ya da dosyadan" / "Or from a file",
    }
}

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
        trusted_for: "Geçerli olduğu yer" / "Believed of",
        every_server: "Bu yetkilinin sertifika verdiği bütün sunucular" / "Every server that this authority has issued a certificate for",
        itself_alone: "Yalnızca bu sertifikayı gösteren sunucu, sertifikadaki adlarla"
            / "Only the server that shows this very certificate, under the names in it",
        remove: "Çıkar" / "Remove",
        add: "Yetkili ekle" / "Add an authority",
        certificate: "Sertifika (PEM)" / "Certificate (PEM)",
        certificate_help:
            "Yetkilinin sertifikası ya da sunucunun kendi imzaladığı sertifika. Sunucununki yalnızca kendisi için geçerli olur, \
             başkasına kefil olmaz. Gizli anahtar asla istenmez."
            / "The certificate of the authority, or the one that a server has signed itself. That of a server is believed for \
               itself alone and vouches for no other. A private key is never needed.",
        file: "Ya da dosyadan" / "Or from a file",
    }
}

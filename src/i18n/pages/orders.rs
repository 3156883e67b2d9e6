//! The texts of the page "orders", and of the lists of orders elsewhere.

texts! {
    pub struct OrdersTexts {
        title: "Siparişler" / "Orders",
        search: "Ara" / "Search",
        search_hint: "Kod, platform numarası, ad, telefon" / "Code, platform number, name, phone",
        status: "Durum" / "Status",
        platform: "Platform" / "Platform",
        restaurant: "Restoran" / "Restaurant",
        open: "Açık" / "Open",
        cancelled: "İptal" / "Cancelled",
        clear: "Temizle" / "Clear",
        list: "Sipariş listesi" / "List of orders",
        order: "Sipariş" / "Order",
        customer: "Müşteri" / "Customer",
        amount: "Tutar" / "Amount",
        time: "Zaman" / "Time",
        code: "Kod" / "Code",
        platform_id: "Platform numarası" / "Platform number",
        currency: "Para birimi" / "Currency",
        payment: "Ödeme" / "Payment",
        payment_name: "Platformdaki ödeme adı" / "Platform’s name for the payment",
        brand: "Yemek kartı markası" / "Meal card brand",
        channel: "Ödeme yeri" / "Paid at",
        is_paid: "Ödendi" / "Paid",
        reported: "Muhasebeye aktarıldı" / "Handed over to accounting",
        test: "Test siparişi" / "Test order",
        incomplete: "Tam anlaşılamadı" / "Not fully understood",
        erased: "Müşteri bilgileri silindi" / "Customer data erased",
        nameless: "Adsız" / "No name",
        removed_restaurant: "Silinmiş restoran" / "Deleted restaurant",
        none_yet: "Henüz sipariş gelmedi." / "No orders yet.",
        none_yet_help: "Bir restoranı platforma bağlayın; siparişler burada ve panoda görünür."
            / "Connect a platform to a restaurant; its orders then appear here and on the board.",
        none_found: "Uyan sipariş yok." / "No matching orders.",
        none_found_help:
            "Daha az sözcük yazın ya da filtreleri değiştirin. Sözcüğün başını yazmanız yeter; eski siparişler de \
             aranır."
            / "Try fewer words or another filter. The beginning of a word is enough; old orders are searched too.",
        cut:
            "Bu sözcüklere uyan çok fazla sipariş var; bazı eskileri dışarıda kaldı. Bir sözcük daha yazın ya da \
             yazdığınızı uzatın."
            / "Too many orders match; some older ones are not shown. Type another word, or more of one.",
    }
}
